"""Reading and writing: pictures, figures, CSV, Parquet, CHART-Info."""
