import type { AuthorizationMode } from '@authz-playground/engine'
import type { ReactNode } from 'react'
import { playground, withMode } from '../../session/index.ts'
import { LinkButton } from '../../ui/index.ts'

interface ModeOffProps {
  readonly mode: AuthorizationMode
  /** Who would read the text, as a clause. */
  readonly children: ReactNode
}

/** Says why nobody reads a text: an authorizer is not among the modes. Switches it on. */
export function ModeOff({ mode, children }: ModeOffProps) {
  function switchOn(): void {
    const { scenario, edit } = playground.getState()
    const { cluster } = scenario
    edit({
      subject: 'modes',
      change: { cluster: { ...cluster, authorizationModes: withMode(cluster.authorizationModes, mode) } },
    })
  }
  return (
    <p>
      {children}, and <code>--authorization-mode</code> does not name it.{' '}
      <LinkButton onClick={switchOn}>Switch {mode} on</LinkButton>
    </p>
  )
}
