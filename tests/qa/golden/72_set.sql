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
    b.question_id,
    r.chart_id,
    r.spot,
    r.spot_name,
    r.spot_value,
    r.v,
    r.e
  FROM values_1 AS r
  JOIN bindings AS b
    ON b.chart_id = r.chart_id
  WHERE
    r.series_name = b.L1
), ofseries_3 AS (
  SELECT
    b.question_id,
    r.chart_id,
    r.spot,
    r.spot_name,
    r.spot_value,
    r.v,
    r.e
  FROM values_1 AS r
  JOIN bindings AS b
    ON b.chart_id = r.chart_id
  WHERE
    r.series_name = b.L2
), zip_4 AS (
  SELECT
    r.question_id,
    r.chart_id,
    r.spot,
    r.spot_name,
    r.spot_value,
    (
      r.v + q.v
    ) AS v,
    SQRT(POWER(r.e, 2) + POWER(q.e, 2)) AS e
  FROM ofseries_2 AS r
  JOIN ofseries_3 AS q
    ON q.question_id = r.question_id AND q.spot = r.spot
), ofseries_5 AS (
  SELECT
    b.question_id,
    r.chart_id,
    r.spot,
    r.spot_name,
    r.spot_value,
    r.v,
    r.e
  FROM values_1 AS r
  JOIN bindings AS b
    ON b.chart_id = r.chart_id
  WHERE
    r.series_name = b.L3
), zip_6 AS (
  SELECT
    r.question_id,
    r.chart_id,
    r.spot,
    r.spot_name,
    r.spot_value,
    CASE
      WHEN ABS((
        r.v - q.v
      )) <= 1e-09 * GREATEST(ABS(r.v), ABS(q.v))
      THEN 0
      ELSE (
        r.v - q.v
      )
    END AS v,
    SQRT(POWER(r.e, 2) + POWER(q.e, 2)) AS e
  FROM zip_4 AS r
  JOIN ofseries_5 AS q
    ON q.question_id = r.question_id AND q.spot = r.spot
)
SELECT
  b.question_id,
  NOT EXISTS(
    SELECT
      1
    FROM zip_6 AS s
    WHERE
      s.question_id = b.question_id
      AND (
        s.v - $n1
      ) <= 1e-09 * GREATEST(ABS(s.v), ABS($n1))
  ) AS answer
FROM bindings AS b
