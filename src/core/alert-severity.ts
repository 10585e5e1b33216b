/** Severities of alerts on medicines, most severe first. */
export const ALERT_SEVERITIES = ['contraindicated', 'major', 'moderate', 'minor'] as const;
export type AlertSeverity = (typeof ALERT_SEVERITIES)[number];

/** The severity from which an alert blocks, where nothing else is configured or requested. */
export const DEFAULT_BLOCK_AT: AlertSeverity = 'major';
