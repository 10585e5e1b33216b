/** One setting of the configuration by its path. */
export interface Setting {
  /** Below its section: `tls.mode`. */
  readonly name: string;
  readonly value: string;
}

export interface Section {
  /** '' for settings without a section. */
  readonly name: string;
  readonly settings: readonly Setting[];
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const shown = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(shown).join(', ')
    : isGroup(value)
      ? JSON.stringify(value)
      : String(value);

function settingsIn(group: Record<string, unknown>, prefix: string): Setting[] {
  return Object.entries(group).flatMap(([name, value]) =>
    isGroup(value)
      ? settingsIn(value, `${prefix}${name}.`)
      : [{ name: `${prefix}${name}`, value: shown(value) }],
  );
}

/** The settings of each section whose path or value has a text in it. */
export function sectionsOf(
  configuration: Readonly<Record<string, unknown>>,
  wanted: string,
): Section[] {
  const entries = Object.entries(configuration);
  const loose = Object.fromEntries(entries.filter(([, value]) => !isGroup(value)));
  const all = [
    { name: '', settings: settingsIn(loose, '') },
    ...entries.flatMap(([name, value]) =>
      isGroup(value) ? [{ name, settings: settingsIn(value, '') }] : [],
    ),
  ];
  const search = wanted.trim().toLowerCase();
  return all
    .map(({ name, settings }) => ({
      name,
      settings: settings.filter((setting) =>
        `${name}.${setting.name} ${setting.value}`.toLowerCase().includes(search),
      ),
    }))
    .filter(({ settings }) => settings.length > 0);
}
