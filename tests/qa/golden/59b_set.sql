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
), where_4 AS (
  SELECT
    b.question_id,
    r.chart_id,
    r.spot,
    r.spot_name,
    r.spot_value,
    r.v,
    r.e
  FROM ofseries_2 AS r
  JOIN bindings AS b
    ON b.chart_id = r.chart_id
  WHERE
    (
      r.v - (
        SELECT
          s.v
        FROM number_1 AS s
        WHERE
          s.question_id = b.question_id
      )
    ) < -(
      1e-09 * GREATEST(
        ABS(r.v),
        ABS(
          (
            SELECT
              s.v
            FROM number_1 AS s
            WHERE
              s.question_id = b.question_id
          )
        )
      )
    )
), map_5 AS (
  SELECT
    r.question_id,
    r.chart_id,
    r.spot,
    r.spot_name,
    r.spot_value,
    CASE
      WHEN ABS(
        (
          r.v - (
            SELECT
              s.v
            FROM number_1 AS s
            WHERE
              s.question_id = r.question_id
          )
        )
      ) <= 1e-09 * GREATEST(
        ABS(r.v),
        ABS(
          (
            SELECT
              s.v
            FROM number_1 AS s
            WHERE
              s.question_id = r.question_id
          )
        )
      )
      THEN 0
      ELSE ABS(
        (
          r.v - (
            SELECT
              s.v
            FROM number_1 AS s
            WHERE
              s.question_id = r.question_id
          )
        )
      )
    END AS v,
    SQRT(POWER(r.e, 2) + POWER(0, 2)) AS e
  FROM where_4 AS r
  JOIN bindings AS b
    ON b.question_id = r.question_id
)
SELECT
  b.question_id,
  (
    SELECT
      LIST(s.spot_name ORDER BY s.rank_key ASC, s.spot ASC)
    FROM (
      SELECT
        i.*,
        ROUND(i.v / NULLIF(MAX(ABS(i.v)) OVER (PARTITION BY i.question_id), 0), 9) AS rank_key
      FROM map_5 AS i
    ) AS s
    WHERE
      s.question_id = b.question_id
  ) AS answer
FROM bindings AS b
