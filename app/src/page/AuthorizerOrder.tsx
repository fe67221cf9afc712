import type { AuthorizationMode } from '@authz-playground/engine'
import { type ReactNode, useEffect, useRef } from 'react'
import {
  type Modes,
  movedMode,
  othersThan,
  playground,
  usePlayground,
  withMode,
  withoutMode,
} from '../session/index.ts'
import { announce, Button, Dialog, IconButton, Select, Words, withNouns } from '../ui/index.ts'
import styles from './AuthorizerOrder.module.css'
import { connectionSwitch, withGate } from './settings.ts'

const ABOUT: Readonly<Record<AuthorizationMode, string>> = {
  Node: 'What kubelets may do, by the stored objects that are tied to their node.',
  RBAC: 'Roles and bindings of the policy.',
  AccessRules: 'ClusterAccessRule objects of the policy, with conditions in CEL. No API server has this mode yet.',
  Webhook: 'A webhook, played by a table of reviews and answers in a tab beside the policy.',
}

/** Which authorizers are asked, and in which order: every list that `--authorization-mode` can have. */
export function AuthorizerOrder({ onClose }: { onClose(): void }) {
  const modes = usePlayground(({ scenario }) => scenario.cluster.authorizationModes)
  const others = othersThan(modes)
  const configured = usePlayground(({ scenario }) => (scenario.authorizationConfig ?? '') !== '')
  const rows = useRef<HTMLDivElement>(null)
  const chosenLast = useRef<AuthorizationMode>(undefined)

  function choose(chosen: Modes, mode: AuthorizationMode): void {
    chosenLast.current = mode
    const { scenario, edit } = playground.getState()
    edit({ subject: 'modes', change: { cluster: { ...scenario.cluster, authorizationModes: chosen } } })
    announce(`Asked in this order: ${chosen.join(', ')}`)
  }

  // A row that moves to the other list loses the focus, so it gets the focus back there.
  useEffect(() => {
    if (modes.length === 0 || rows.current?.contains(document.activeElement)) return
    const row = rows.current?.querySelector(`[data-mode="${chosenLast.current}"]`)
    row?.querySelector<HTMLElement>('button:not([aria-disabled=true])')?.focus()
  }, [modes])

  return (
    <Dialog title="Order of authorizers" onClose={onClose}>
      {configured && (
        <p>
          The file in the tab Authorizers names the authorizers. This list counts again when the file is left out there.
        </p>
      )}
      <p>
        Members of <code>system:masters</code> are allowed everything. Any other check goes to these in their order,
        until one allows or denies it.
      </p>
      <div ref={rows}>
        <ol className={styles.modes}>
          {modes.map((mode, at) => (
            <Mode key={mode} mode={mode} place={`${at + 1}`}>
              <IconButton
                icon="up"
                label={`Ask ${mode} earlier`}
                aria-disabled={at === 0}
                onClick={() => at > 0 && choose(movedMode(modes, mode, -1), mode)}
              />
              <IconButton
                icon="down"
                label={`Ask ${mode} later`}
                aria-disabled={at === modes.length - 1}
                onClick={() => at < modes.length - 1 && choose(movedMode(modes, mode, 1), mode)}
              />
              <IconButton
                icon="close"
                label={modes.length === 1 ? 'One must be asked' : `Do not ask ${mode}`}
                aria-disabled={modes.length === 1}
                onClick={() => modes.length > 1 && choose(withoutMode(modes, mode), mode)}
              />
            </Mode>
          ))}
        </ol>
        {others.length > 0 && (
          <>
            <h3 className={styles.title}>Not asked</h3>
            <ul className={styles.modes}>
              {others.map((mode) => (
                <Mode key={mode} mode={mode} place="">
                  <Button look="quiet" aria-label={`Ask ${mode}`} onClick={() => choose(withMode(modes, mode), mode)}>
                    Ask
                  </Button>
                </Mode>
              ))}
            </ul>
          </>
        )}
      </div>
      <p className={styles.flag}>
        <code>--authorization-mode={modes.join()}</code>
      </p>
      <h3 className={styles.title}>Connections to pods</h3>
      <p>
        From Kubernetes 1.35 on, a GET of <code>pods/exec</code>, <code>pods/attach</code> or{' '}
        <code>pods/portforward</code> needs <code>create</code> as well.
      </p>
      <ConnectionGate />
    </Dialog>
  )
}

/** Whether connections to pods need `create`, where that is not as the version has it. */
function ConnectionGate() {
  const cluster = usePlayground(({ scenario }) => scenario.cluster)
  const { name, choice, options, unavailable } = connectionSwitch(cluster)
  return (
    <Select
      label={<code>{name}</code>}
      value={choice}
      options={options}
      unavailable={unavailable}
      onChange={(chosen) =>
        playground.getState().edit({
          subject: 'gate',
          change: { cluster: withGate(cluster, chosen, 'authorizePodWebsocketUpgradeCreatePermission') },
        })
      }
    />
  )
}

interface ModeProps {
  readonly mode: AuthorizationMode
  readonly place: string
  readonly children: ReactNode
}

function Mode({ mode, place, children }: ModeProps) {
  return (
    <li className={styles.mode} data-mode={mode}>
      <span className={styles.place} aria-hidden="true">
        {place}
      </span>
      <span>
        <code className={styles.name}>{mode}</code>
        <br />
        <span className={styles.about}>
          <Words of={withNouns(ABOUT[mode])} />
        </span>
      </span>
      <span className={styles.actions}>{children}</span>
    </li>
  )
}
