import type { ReactNode } from 'react';
import { Component } from 'react';
import { CrashNotice } from './CrashNotice.tsx';
import { StartProblem } from './StartProblem.tsx';

type Props = { readonly children: ReactNode };
type State = { readonly error: unknown };

/** Shows a notice instead of a blank page when rendering fails. Transfers are in storage, so they survive. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return error instanceof Error ? <CrashNotice reason={error.message} /> : <StartProblem problem="unknown error" />;
  }
}
