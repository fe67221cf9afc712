import { Component, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import styles from './PaneGuard.module.css'

interface PaneGuardProps {
  /** The name of the pane, as its heading has it. */
  readonly name: string
  readonly children: ReactNode
}

interface State {
  readonly failure: string | undefined
}

/**
 * Keeps a pane that did not load, or has a defect, from taking the page with it. React has no other way to catch such a
 * failure than a class. What people wrote lives in the store, so nothing of it is lost.
 */
export class PaneGuard extends Component<PaneGuardProps, State> {
  override state: State = { failure: undefined }

  static getDerivedStateFromError(error: unknown): State {
    return { failure: error instanceof Error ? error.message : String(error) }
  }

  override render(): ReactNode {
    const { failure } = this.state
    const { name, children } = this.props
    if (failure === undefined) return children
    return (
      <section aria-label={name} role="alert">
        <h2 className={styles.title}>{name}</h2>
        <div className={styles.failed}>
          <p>This pane cannot be shown. Reload the page: policy, request and settings are kept.</p>
          <p>
            <code>{failure}</code>
          </p>
          <p>
            <Button onClick={() => location.reload()}>Reload the page</Button>
          </p>
        </div>
      </section>
    )
  }
}
