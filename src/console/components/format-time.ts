import { text } from '../text/en.js';

const DATE_AND_TIME = new Intl.DateTimeFormat(text.locale, {
  dateStyle: 'medium',
  timeStyle: 'short',
});

/** A time of the appliance (ISO 8601) in the zone of the person, as the texts write times. */
export function formatTime(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : DATE_AND_TIME.format(at);
}

const DATE_AND_SECONDS = new Intl.DateTimeFormat(text.locale, {
  dateStyle: 'medium',
  timeStyle: 'medium',
});

/** The same to the second, where the order of events matters. */
export function formatExactTime(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : DATE_AND_SECONDS.format(at);
}
