import { CircleUser, FlaskConical, HeartPulse, Menu } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { PAGES, pagesFor } from '../pages/pages.js';
import { type Session, sessionState, signOut } from '../state/session.js';
import { chooseTheme, type Theme, theme } from '../state/theme.js';
import { useAction } from '../state/use-load.js';
import { pathIn, pathInOther, type World, worldOf } from '../state/world.js';
import { text } from '../text/en.js';
import { Button } from './button.js';
import { Failure } from './failure.js';
import './frame.css';

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

function WorldSwitch({ world, session, path }: WorldSwitchProps) {
  if (session.worlds.length < 2) return null;
  const other = world === 'test' ? 'live' : 'test';
  return (
    <a class="frame-world" href={pathInOther(other, path)}>
      {text.frame.switchTo(text.frame[other])}
    </a>
  );
}

interface WorldSwitchProps {
  readonly world: World;
  readonly session: Session;
  readonly path: string;
}

function Navigation({ world, session, path }: WorldSwitchProps) {
  const current = path.split('/')[3];
  return (
    <nav class="frame-navigation" aria-label={text.frame.navigation}>
      <ul>
        {pagesFor(session).map(({ path: page, title, icon: Icon }) => (
          <li key={page}>
            <a href={pathIn(world, page)} aria-current={current === page ? 'page' : undefined}>
              <Icon size={20} aria-hidden="true" />
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Account({ session, path }: { readonly session: Session; readonly path: string }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const leaving = useAction((_signal, everywhere: boolean) => signOut(everywhere));
  useEffect(() => menu.current?.removeAttribute('open'), [path]);
  const closeByEscape = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || menu.current?.open !== true) return;
    menu.current.removeAttribute('open');
    menu.current.querySelector('summary')?.focus();
  };
  return (
    <details class="frame-account" ref={menu} onKeyDown={closeByEscape}>
      <summary>
        <CircleUser size={20} aria-hidden="true" />
        <span class="frame-account-name">{session.user.display_name}</span>
      </summary>
      <div class="frame-account-menu">
        <a href="/console/account">{text.frame.account}</a>
        <a href="/docs">{text.frame.documentation}</a>
        <fieldset>
          <legend>{text.frame.theme}</legend>
          {THEMES.map((choice) => (
            <label key={choice}>
              <input
                type="radio"
                name="theme"
                checked={theme.value === choice}
                onChange={() => chooseTheme(choice)}
              />
              {text.frame.themes[choice]}
            </label>
          ))}
        </fieldset>
        <Button onClick={() => leaving.run(false)}>{text.frame.signOut}</Button>
        <Button onClick={() => leaving.run(true)}>{text.frame.signOutEverywhere}</Button>
        {leaving.state.kind === 'failed' && (
          <>
            <p>{text.frame.stillSignedIn}</p>
            <Failure error={leaving.state.error} />
          </>
        )}
      </div>
    </details>
  );
}

/** Titles of tabs, and the focus: a new page is announced and begins at its start. */
function useArrival(path: string, content: { readonly current: HTMLElement | null }): void {
  const first = useRef(true);
  useEffect(() => {
    const page = PAGES.find((candidate) => candidate.path === path.split('/')[3]);
    document.title = page === undefined ? text.product : `${page.title} · ${text.product}`;
    if (!first.current) content.current?.focus({ preventScroll: true });
    first.current = false;
    window.scrollTo(0, 0);
  }, [path, content]);
}

export interface FrameProps {
  readonly session: Session | undefined;
  readonly children: ComponentChildren;
}

/** What surrounds every page: the world, the navigation, the account. */
export function Frame({ session, children }: FrameProps) {
  const { path } = useLocation();
  const [open, setOpen] = useState(false);
  const content = useRef<HTMLElement>(null);
  const world = worldOf(path);
  const inside = session !== undefined && sessionState.value.kind === 'signed_in';
  useArrival(path, content);
  useEffect(() => setOpen(false), [path]);
  const home = world === undefined ? '/console/' : pathIn(world, '');
  const at = world ?? session?.worlds[0] ?? 'live';
  return (
    <div class={`frame${inside ? ' frame-inside' : ''}`}>
      <a class="frame-skip" href="#content">
        {text.common.skipToContent}
      </a>
      {world === 'test' && (
        <section class="frame-band" aria-label={text.frame.world}>
          <FlaskConical size={18} aria-hidden="true" />
          {text.frame.testBand}
        </section>
      )}
      <header class="frame-head no-print">
        {inside && (
          <span class="frame-menu">
            <Button
              look="quiet"
              label={text.frame.menu}
              pressed={open}
              onClick={() => setOpen(!open)}
            >
              <Menu size={22} aria-hidden="true" />
            </Button>
          </span>
        )}
        <a class="frame-brand" href={home}>
          <HeartPulse size={24} aria-hidden="true" />
          <span class="frame-brand-name">{text.product}</span>
        </a>
        {world !== undefined && (
          <span class={`frame-world-name frame-world-${world}`}>
            <span class="hidden-text">{text.frame.world}: </span>
            {text.frame[world]}
          </span>
        )}
        {inside && world !== undefined && (
          <WorldSwitch world={world} session={session} path={path} />
        )}
        <span class="frame-space" />
        {inside && <Account session={session} path={path} />}
      </header>
      {inside && (
        <div class={`frame-side no-print${open ? ' frame-side-open' : ''}`}>
          <Navigation world={at} session={session} path={path} />
        </div>
      )}
      <main class="frame-content" id="content" ref={content} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
