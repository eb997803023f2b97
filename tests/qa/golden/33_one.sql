WITH values_1 AS (
  SELECT
    chart_id,
    series,
    series_name,
    spot,
    spot_name,
    spot_value,
    v,
    e
  FROM readings
  WHERE
    chart_id = $chart_id AND "at" = 'places' AND measure = 'y'
), ofseries_2 AS (
  SELECT
    r.chart_id,
    r.spot,
    r.spot_name,
    r.spot_value,
    r.v,
    r.e
  FROM values_1 AS r
  QUALIFY
    r.series = MIN(r.series) OVER ()
), at_3 AS (
  SELECT
    r.chart_id,
    r.v,
    r.e
  FROM ofseries_2 AS r
  WHERE
    r.spot_name = $x_i
), number_1 AS MATERIALIZED (
  SELECT
    (
      SELECT
        FIRST(s.v)
      FROM at_3 AS s
    ) AS v
)
SELECT
  (
    SELECT
      s.v
    FROM number_1 AS s
  ) AS answer
