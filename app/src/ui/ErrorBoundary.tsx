import { Component, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import styles from './MissingPart.module.css'

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

interface MissingProps {
  /** The heading of the part; absent for a part without one. */
  readonly name?: string
  readonly words: string
  onTryAgain(): void
}

/** Says what is missing, and offers to try again or to reload. After an update of the site only a reload helps. */
export function MissingPart({ name, words, onTryAgain }: MissingProps) {
  return (
    <div className={styles.missing} role="alert">
      {name !== undefined && <MissingTitle name={name} />}
      <p>{words}</p>
      <p className={styles.ways}>
        <Button onClick={onTryAgain}>Try again</Button>
        <Button look="quiet" onClick={() => location.reload()}>
          Reload the page
        </Button>
      </p>
    </div>
  )
}

/** The heading of a pane that is missing or still loading. */
export function MissingTitle({ name }: { readonly name: string }) {
  return <h2 className={styles.title}>{name}</h2>
}
