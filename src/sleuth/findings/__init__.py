"""What documents state: facts with metric, period, scenario, unit and place. Pure: sources in, findings out."""
