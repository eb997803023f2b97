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
    AND "at" = 'labels'
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
), best_3 AS (
  SELECT
    r.chart_id,
    r.spot,
    r.spot_name,
    r.spot_value,
    r.v,
    r.e
  FROM ofseries_2 AS r
  QUALIFY
    r.v = MAX(r.v) OVER (PARTITION BY r.chart_id)
)
SELECT
  b.question_id,
  (
    SELECT
      LIST(s.spot_name ORDER BY s.spot ASC)
    FROM best_3 AS s
    WHERE
      s.chart_id = b.chart_id
  ) AS answer
FROM bindings AS b
