import type { ReactNode } from 'react';
import { Component } from 'react';
import { CrashNotice } from './CrashNotice.tsx';

type Props = { readonly children: ReactNode };
type State = { readonly failure: { readonly error: unknown } | null };

/** Shows a notice instead of a blank page when rendering fails. Transfers are in storage, so they survive. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === null) return this.props.children;
    const { error } = failure;
    return <CrashNotice reason={error instanceof Error ? error.message : String(error)} />;
  }
}
