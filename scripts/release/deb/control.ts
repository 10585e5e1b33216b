import { spawnSync } from 'node:child_process';

const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/** As Debian calls this machine's processor. */
export function debianArchitecture(): string {
  const name = ARCHITECTURES[process.arch];
  if (name === undefined) throw new Error(`There is no package for ${process.arch}.`);
  return name;
}

/** Version of an installed package without Debian's own part; undefined on another system. */
function upstreamVersion(name: string): string | undefined {
  const asked = spawnSync('dpkg-query', ['--show', name], { encoding: 'utf8' });
  const [, version] = asked.stdout?.trim().split('\t') ?? [];
  return version?.replace(/^\d+:|-[^-]*$/g, '');
}

/**
 * What the compiled parts require: the C and C++ libraries at least as new as here, and Node of the
 * same major version, whose interface SQLite's binding is compiled against.
 */
function dependencies(leastNode: string): string[] {
  const major = Number(process.versions.node.split('.')[0]);
  const atLeast = (name: string) => {
    const version = upstreamVersion(name);
    return version === undefined ? name : `${name} (>= ${version})`;
  };
  return [
    `nodejs (>= ${leastNode})`,
    `nodejs (<< ${major + 1})`,
    atLeast('libc6'),
    atLeast('libstdc++6'),
    'systemd (>= 249)',
    'init-system-helpers (>= 1.60)',
    'util-linux',
  ];
}

/** The file `control` of the package (deb-control(5)). */
export function controlFile(options: {
  readonly version: string;
  /** Of `package.json`: `>=20.19`. */
  readonly engines: string;
  readonly installedKib: number;
}): string {
  const leastNode = /^>=([\d.]+)$/.exec(options.engines)?.[1];
  if (leastNode === undefined) throw new Error(`Not understood: engines.node ${options.engines}`);
  return `Package: wardbox
Version: ${options.version}
Architecture: ${debianArchitecture()}
Maintainer: The authors of Wardbox <wardbox@localhost>
Installed-Size: ${options.installedKib}
Depends: ${dependencies(leastNode).join(', ')}
Section: science
Priority: optional
Description: clinical AI appliance that a hospital runs on its own box
 One daemon takes REST calls from the hospital's network and answers them with
 models that run on the machine itself: analysis of a patient's data, chest
 films and head scans, dictation, risk scores, medication checks, and a FHIR R4
 server. Nothing leaves the building, and every answer leaves a tamper-evident
 record. Not a medical device.
`;
}
