import type { ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { ErrorBoundary, LocationProvider, lazy, Route, Router, useLocation } from 'preact-iso';
import { ApiError } from './api/errors.js';
import { Failure } from './components/failure.js';
import { Frame } from './components/frame.js';
import { Guard } from './components/guard.js';
import { Loading } from './components/loading.js';
import { PAGES } from './pages/pages.js';
import { SignInPage } from './pages/sign-in/sign-in.js';
import { PageContext, type PageState, SessionContext } from './state/page.js';
import { currentSession, loadSession, type Session, sessionState } from './state/session.js';
import { pathIn, WORLDS, worldOf } from './state/world.js';
import { text } from './text/en.js';

type PageModule = { readonly default: ComponentType };

/** A page that is loaded when it is opened; where it cannot be loaded, it says so. */
const lazyPage = (load: () => Promise<PageModule>) =>
  lazy(() =>
    load().catch((): PageModule => {
      const error = new ApiError('', { status: 0, code: 'not_reached' });
      return { default: () => <Failure error={error} retry={() => location.reload()} /> };
    }),
  );

const InvitationPage = lazyPage(() => import('./pages/invitation/invitation.js'));
const SignInLinkPage = lazyPage(() => import('./pages/sign-in-link/sign-in-link.js'));
const AccountPage = lazyPage(() => import('./pages/account/account.js'));
const HomePage = lazyPage(() => import('./pages/home/home.js'));
const ImagePage = lazyPage(() => import('./pages/image/image.js'));
const DictatePage = lazyPage(() => import('./pages/dictate/dictate.js'));
const PatientsPage = lazyPage(() => import('./pages/patients/patients.js'));
const PatientPage = lazyPage(() => import('./pages/patients/patient.js'));
const AnalyzePage = lazyPage(() => import('./pages/analyze/analyze.js'));
const RiskPage = lazyPage(() => import('./pages/risk/risk.js'));
const ScorePage = lazyPage(() => import('./pages/risk/score.js'));
const MedicationsPage = lazyPage(() => import('./pages/medications/medications.js'));
const AdministrationPage = lazyPage(() => import('./pages/administration/administration.js'));
const AuditPage = lazyPage(() => import('./pages/audit/audit.js'));

function NotFound() {
  return (
    <>
      <h1>{text.errors.pageNotFound}</h1>
      <a href="/console/">{text.errors.toStart}</a>
    </>
  );
}

/** Live first: a person who works with patients starts there. */
function ToStart() {
  const { route } = useLocation();
  const worlds = currentSession()?.worlds ?? [];
  const world = WORLDS.find((candidate) => worlds.includes(candidate)) ?? 'test';
  useEffect(() => route(pathIn(world, ''), true), [route, world]);
  return <Loading />;
}

function mayOpen(session: Session, path: string): boolean {
  const [, , , name = ''] = path.split('/');
  const page = PAGES.find((candidate) => candidate.path === name);
  return page === undefined || page.scopes.some((scope) => session.scopes.includes(scope));
}

function PagesOfWorld({ world, session }: PageState) {
  const { path } = useLocation();
  if (!session.worlds.includes(world) || !mayOpen(session, path)) {
    return <p role="alert">{text.errors.notAllowed}</p>;
  }
  const at = (page: string) => `/console/:world/${page}`;
  return (
    <PageContext.Provider value={{ world, session }}>
      <Router>
        <Route path="/console/:world" component={HomePage} />
        <Route path={at('image')} component={ImagePage} />
        <Route path={at('dictate')} component={DictatePage} />
        <Route path={at('patients')} component={PatientsPage} />
        <Route path={at('patients/:id')} component={PatientPage} />
        <Route path={at('analyze')} component={AnalyzePage} />
        <Route path={at('risk')} component={RiskPage} />
        <Route path={at('risk/:score')} component={ScorePage} />
        <Route path={at('medications')} component={MedicationsPage} />
        <Route path={at('administration')} component={AdministrationPage} />
        <Route path={at('administration/:part')} component={AdministrationPage} />
        <Route path={at('audit')} component={AuditPage} />
        <Route default component={NotFound} />
      </Router>
    </PageContext.Provider>
  );
}

function Pages({ session }: { readonly session: Session }) {
  const { path } = useLocation();
  const world = worldOf(path);
  // Another world is another page: nothing that was typed or shown may cross.
  if (world !== undefined) return <PagesOfWorld key={world} world={world} session={session} />;
  return (
    <Router>
      <Route path="/console" component={ToStart} />
      <Route path="/console/sign-in" component={ToStart} />
      <Route path="/console/account" component={AccountPage} />
      <Route default component={NotFound} />
    </Router>
  );
}

/**
 * When a session ends by itself, the page stays in memory, invisible, under the sign-in: the same
 * person finds what was typed. Another person, or an explicit sign-out, starts anew.
 */
function Content() {
  const { path } = useLocation();
  const last = useRef<Session>();
  const state = sessionState.value;
  const world = worldOf(path);
  useEffect(() => void loadSession(world), [world]);
  if (state.kind === 'signed_in') last.current = state.session;
  if (state.kind === 'signed_out' && !state.ended) last.current = undefined;
  if (path === '/console/invitation') return <InvitationPage />;
  if (path === '/console/sign-in-link') return <SignInLinkPage />;
  if (state.kind === 'loading') return <Loading />;
  if (state.kind === 'failed') {
    return <Failure error={state.error} retry={() => void loadSession(world)} />;
  }
  const session = last.current;
  const signedIn = state.kind === 'signed_in';
  return (
    <>
      {!signedIn && <SignInPage />}
      {session !== undefined && (
        <div hidden={!signedIn} key={session.user.user_id}>
          <SessionContext.Provider value={session}>
            <Guard of={path}>
              <Pages session={session} />
            </Guard>
          </SessionContext.Provider>
        </div>
      )}
    </>
  );
}

/** What the pages answer themselves; the daemon answers the rest, such as the way to a provider. */
const OWN_PAGES =
  /^\/console\/(?:(?:test|live|sign-in|sign-in-link|account|invitation)(?:[/?#]|$)|$)/;

export function App() {
  return (
    <LocationProvider scope={OWN_PAGES}>
      <ErrorBoundary>
        <Frame session={currentSession()}>
          <Content />
        </Frame>
      </ErrorBoundary>
    </LocationProvider>
  );
}
