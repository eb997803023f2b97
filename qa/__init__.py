"""Questions about charts, compiled to SQL over the extracted tables."""
