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
    r.v = MAX(r.v) OVER ()
)
SELECT
  (
    SELECT
      LIST(s.spot_name ORDER BY s.spot ASC)
    FROM best_3 AS s
  ) AS answer
