import { Component, type ReactNode } from 'react'
import { MissingPart } from './MissingPart.tsx'

interface GuardProps {
  /** The name of the part, as in its heading. */
  readonly name: string
  readonly children: ReactNode
}

interface State {
  readonly failure: string | undefined
}

/**
 * Shows a message in place of a part of the page that throws while it renders, so that the rest of the page works on.
 * React offers this only to classes. The person's work is in the store, so none of it is lost.
 */
export class ErrorBoundary extends Component<GuardProps, State> {
  override state: State = { failure: undefined }

  static getDerivedStateFromError(error: unknown): State {
    return { failure: error instanceof Error ? error.message : String(error) }
  }

  override render(): ReactNode {
    const { failure } = this.state
    const { name, children } = this.props
    if (failure === undefined) return children
    return (
      <section aria-label={name}>
        <MissingPart
          name={name}
          words={`“${name}” cannot be shown: ${failure}. Policy, request and settings are kept.`}
          onTryAgain={() => this.setState({ failure: undefined })}
        />
      </section>
    )
  }
}
