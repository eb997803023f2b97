"""Common nouns that only say what kind of thing the names, places and values of a chart are.

"Which channel", "the chilled plants", "the car with": such a noun selects nothing by itself. Nouns of quantities
(price, speed, population) and of parts of a population (women, smokers) are not among them: they would change
the answer.
"""

from __future__ import annotations

from qa.parse.generic import words_of

CLASSED = words_of("group groups band bands bracket brackets")
"""Nouns of classes that the word before them says the things of ("age group")."""

KINDS = words_of("""
    country state city province region nation island town district county company firm brand maker manufacturer
    product animal species player team university school department method model sector industry language letter
    tree car type diet treatment disease source name director weather author party stock fruit drug material
    fuel crop food drink sport film movie book ship plane site station website key class course subject job
    profession activity browser platform planet element metal vehicle breed race religion continent river mountain
    lake store shop bank airline passenger visitor student plant guest customer user client reader respondent
    participant patient bird dog cat fish mammal beast flower building landmass land place spot location area
    zone team club member label option choice answer response reply variety technique algorithm system tool program
    app device machine channel category cut cause stage phase band period era experiment trial run test
    sample specimen quality grade size soil field farm plot site batch variety automobile truck
    segment market asset fund index question topic task group visit people person individual everyone human
    household family consumer pupil kid child participant worker employee colour color eye hair cabin
    flower earthquake diamond stone gem engine phone computer
    mode setting condition level dose concentration curve measurement reading record day week month year hour
    compound substance chemical supplement vitamin exercise habit
""")
