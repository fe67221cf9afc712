import { playground } from '../../session/index.ts'
import { LinkButton } from '../../ui/index.ts'
import type { AnswerView } from '../../worker/index.ts'
import { type StatusPart, statusOf } from './status.ts'
import { WrittenPanel } from './WrittenPanel.tsx'

/** The AuthorizationConfiguration, which comes instead of `--authorization-mode`, and its chain. */
export function AuthorizationConfigPanel() {
  function leaveOut(): void {
    const { edit } = playground.getState()
    edit({ subject: 'authorizationConfig', change: { authorizationConfig: '' } })
  }
  return (
    <WrittenPanel
      source="authorizationConfig"
      label="AuthorizationConfiguration"
      readOf={({ authorizationConfig }) => authorizationConfig}
      diagnosticsOf={({ diagnostics }) => diagnostics}
      partsOf={chainStatus}
      empty={null}
      besides={
        <p>
          It comes instead of <code>--authorization-mode</code>.{' '}
          <LinkButton onClick={leaveOut}>Leave the file out</LinkButton>
        </p>
      }
    />
  )
}

/** The chain in a line, with the problems of the file. */
function chainStatus({
  authorizers,
  diagnostics,
}: NonNullable<AnswerView['authorizationConfig']>): readonly StatusPart[] {
  return statusOf(diagnostics, authorizers.length === 0 ? 'No authorizers' : authorizers.join(', then '), [])
}
