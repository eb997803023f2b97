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
), where_4 AS (
  SELECT
    r.chart_id,
    r.spot,
    r.spot_name,
    r.spot_value,
    r.v,
    r.e
  FROM ofseries_2 AS r
  WHERE
    (
      r.v - (
        SELECT
          s.v
        FROM number_1 AS s
      )
    ) < -(
      1e-09 * GREATEST(ABS(r.v), ABS((
        SELECT
          s.v
        FROM number_1 AS s
      )))
    )
), map_5 AS (
  SELECT
    r.chart_id,
    r.spot,
    r.spot_name,
    r.spot_value,
    CASE
      WHEN ABS((
        r.v - (
          SELECT
            s.v
          FROM number_1 AS s
        )
      )) <= 1e-09 * GREATEST(ABS(r.v), ABS((
        SELECT
          s.v
        FROM number_1 AS s
      )))
      THEN 0
      ELSE ABS((
        r.v - (
          SELECT
            s.v
          FROM number_1 AS s
        )
      ))
    END AS v,
    SQRT(POWER(r.e, 2) + POWER(0, 2)) AS e
  FROM where_4 AS r
)
SELECT
  (
    SELECT
      LIST(s.spot_name ORDER BY s.rank_key ASC, s.spot ASC)
    FROM (
      SELECT
        i.*,
        ROUND(i.v / NULLIF(MAX(ABS(i.v)) OVER (), 0), 9) AS rank_key
      FROM map_5 AS i
    ) AS s
  ) AS answer
