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
    chart_id IN (
      SELECT
        chart_id
      FROM bindings
    )
    AND "at" = 'places'
    AND measure = 'y'
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
    r.series = MIN(r.series) OVER (PARTITION BY r.chart_id)
), at_3 AS (
  SELECT
    b.question_id,
    r.chart_id,
    r.v,
    r.e
  FROM ofseries_2 AS r
  JOIN bindings AS b
    ON b.chart_id = r.chart_id
  WHERE
    r.spot_name = b.x_i
), number_1 AS MATERIALIZED (
  SELECT
    b.question_id,
    b.chart_id,
    (
      SELECT
        FIRST(s.v)
      FROM at_3 AS s
      WHERE
        s.question_id = b.question_id
    ) AS v
  FROM bindings AS b
)
SELECT
  b.question_id,
  (
    SELECT
      s.v
    FROM number_1 AS s
    WHERE
      s.question_id = b.question_id
  ) AS answer
FROM bindings AS b
