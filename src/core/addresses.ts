import { isIP } from 'node:net';

/** 127.0.0.0/8, ::1 and localhost: the only addresses where plain HTTP is allowed. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/** All addresses of the machine: valid for listening, never for a connection. */
export function isUnspecified(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

/** Returns a host in the form that a URL needs. */
export function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
