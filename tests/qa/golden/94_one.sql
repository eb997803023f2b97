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
    chart_id = $chart_id AND "at" = 'labels' AND measure = 'y'
), group_2 AS (
  SELECT
    r.chart_id,
    r.series,
    r.series_name,
    CASE WHEN ABS(AVG(r.v)) <= 1e-12 * AVG(ABS(r.v)) THEN 0 ELSE AVG(r.v) END AS v,
    SQRT(SUM(POWER(r.e, 2))) / COUNT(*) AS e
  FROM values_1 AS r
  GROUP BY
    r.chart_id,
    r.series,
    r.series_name
), best_3 AS (
  SELECT
    r.chart_id,
    r.series,
    r.series_name,
    r.v,
    r.e
  FROM group_2 AS r
  QUALIFY
    ABS((
      r.v - MAX(r.v) OVER ()
    )) <= 1e-09 * MAX(ABS(r.v)) OVER ()
)
SELECT
  (
    SELECT
      LIST(s.series_name ORDER BY s.series ASC)
    FROM best_3 AS s
  ) AS answer
