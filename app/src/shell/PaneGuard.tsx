import { Component, type ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
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
 * Keeps a defect of one pane from taking the page with it. React has no other way to catch one than a class. What people
 * wrote lives in the store, so nothing of it is lost.
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
      <section className={styles.failed} aria-label={name} role="alert">
        <h2 className={styles.title}>{name}</h2>
        <p>This pane stopped working: a defect of the playground, not of your input, which is kept.</p>
        <p>
          <code>{failure}</code>
        </p>
        <p className={styles.ways}>
          <Button onClick={() => this.setState({ failure: undefined })}>Show the pane again</Button>
          <Button onClick={() => location.reload()}>Reload the page</Button>
        </p>
      </section>
    )
  }
}
