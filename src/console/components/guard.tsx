import { Component, type ComponentChildren } from 'preact';
import { Failure } from './failure.js';

interface GuardProps {
  /** What is shown: with something else the guard tries again. */
  readonly of: unknown;
  /** Instead of loading the page again. */
  readonly retry?: () => void;
  readonly children: ComponentChildren;
}

/**
 * Shows that a part of a page cannot be shown, such as an answer of another form than this page was
 * made for, and keeps the rest of the page with what was typed there.
 */
export class Guard extends Component<GuardProps, { readonly error?: unknown }> {
  override state: { readonly error?: unknown } = {};

  override componentDidCatch(error: unknown): void {
    this.setState({ error });
  }

  override componentDidUpdate(before: GuardProps): void {
    if (before.of !== this.props.of && this.state.error !== undefined) {
      this.setState({ error: undefined });
    }
  }

  override render({ retry, children }: GuardProps) {
    const { error } = this.state;
    if (error === undefined) return children;
    return <Failure error={error} retry={retry ?? (() => location.reload())} />;
  }
}
