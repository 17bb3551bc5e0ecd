import type { ReactNode } from 'react';
import { Component } from 'react';

type Props = {
  readonly children: ReactNode;
  /** What shows instead of the children after a failure. `retry` renders them again. */
  readonly failure: (error: unknown, retry: () => void) => ReactNode;
  readonly onCatch?: () => void;
};
type State = { readonly caught: { readonly error: unknown } | null };

/** Keeps a failure of its children away from the rest of the page. */
export class PartBoundary extends Component<Props, State> {
  override state: State = { caught: null };

  static getDerivedStateFromError(error: unknown): State {
    return { caught: { error } };
  }

  override componentDidCatch(): void {
    this.props.onCatch?.();
  }

  override render(): ReactNode {
    const { caught } = this.state;
    return caught ? this.props.failure(caught.error, () => this.setState({ caught: null })) : this.props.children;
  }
}
