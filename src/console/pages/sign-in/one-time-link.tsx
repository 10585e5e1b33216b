import type { JSX } from 'preact';
import { request } from '../../api/client.js';
import { Failure } from '../../components/failure.js';
import { Loading } from '../../components/loading.js';
import { useLoad } from '../../state/use-load.js';
import { text } from '../../text/en.js';
import './sign-in.css';

/** It stands after the `#`, which browsers never send: no log on the way has seen it. */
const tokenOf = (hash: string): string => hash.replace(/^#/, '');

export interface OneTimeLinkProps<T> {
  readonly title: string;
  /** Below it `/check` answers what the link is for, and does not use it up. */
  readonly path: string;
  readonly children: (token: string, link: T) => JSX.Element;
}

/** The page of a one-time link: what it offers once the appliance knows the link. */
export function OneTimeLink<T>({ title, path, children }: OneTimeLinkProps<T>) {
  const token = tokenOf(window.location.hash);
  const { state, reload } = useLoad(
    (signal) => request<T>('POST', `${path}/check`, { body: { token }, signal }),
    [token],
  );
  return (
    <div class="sign-in">
      <h1>{title}</h1>
      {token === '' ? (
        <p role="alert">{text.invitation.noToken}</p>
      ) : (
        <>
          {state.kind === 'loading' && <Loading />}
          {state.kind === 'failed' && <Failure error={state.error} retry={reload} />}
          {state.kind === 'ready' && children(token, state.value)}
        </>
      )}
    </div>
  );
}
