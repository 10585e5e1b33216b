import { signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';

const STORED_AS = 'wardbox.theme';
const isTheme = (text: string | null): text is Theme =>
  text === 'system' || text === 'light' || text === 'dark';

/** The look of the console: all that is ever stored in the browser. */
export const theme = signal<Theme>('system');

function apply(chosen: Theme): void {
  const { dataset } = document.documentElement;
  if (chosen === 'system') delete dataset.theme;
  else dataset.theme = chosen;
}

export function loadTheme(): void {
  const stored = localStorage.getItem(STORED_AS);
  if (isTheme(stored)) theme.value = stored;
  apply(theme.value);
}

export function chooseTheme(chosen: Theme): void {
  theme.value = chosen;
  localStorage.setItem(STORED_AS, chosen);
  apply(chosen);
}
