import { Component, type ReactNode } from 'react'
import { MissingPart } from './MissingPart.tsx'

interface GuardProps {
  /** What it guards, as its heading has it. */
  readonly name: string
  readonly children: ReactNode
}

interface State {
  readonly failure: string | undefined
}

/**
 * Keeps a part of the page that has a defect from taking the page with it. React has no other way to catch such a failure
 * than a class. What people wrote lives in the store, so nothing of it is lost.
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
