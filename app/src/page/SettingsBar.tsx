import { KUBERNETES_VERSIONS } from '@authz-playground/engine'
import { useState } from 'react'
import { playground, usePlayground } from '../session/index.ts'
import { IconButton, lazyDialog, Select, Term, useMediaQuery } from '../ui/index.ts'
import { DesignChoice } from './DesignChoice.tsx'
import { MEDIUM } from './panes.ts'
import styles from './SettingsBar.module.css'
import { gateSwitch, modeOptions, modesOf, withDefaultRoles, withGate } from './settings.ts'

const order = lazyDialog('Order of authorizers', () =>
  import('./AuthorizerOrder.tsx').then(({ AuthorizerOrder }) => AuthorizerOrder),
)

interface SettingsProps {
  /** The design can be chosen, too. */
  readonly designs: boolean
  /** Opens the comparison of designs. */
  onCompare(): void
}

/**
 * The settings of the cluster, and the design that decides, in one line or two. In a small window they are folded into a
 * line that names the choices.
 */
export function SettingsBar(props: SettingsProps) {
  const roomy = useMediaQuery(MEDIUM)
  if (roomy) return <Choices {...props} />
  return (
    <details className={styles.folded}>
      <summary className={styles.summary}>
        <InWords designs={props.designs} />
      </summary>
      <Choices {...props} />
    </details>
  )
}

function InWords({ designs }: Pick<SettingsProps, 'designs'>) {
  const { cluster, design } = usePlayground((now) => now.scenario)
  const title = usePlayground((now) => now.designs?.find(({ id }) => id === design)?.title)
  const gate = cluster.constrainedImpersonation
  return (
    <>
      {designs && title !== undefined && `${title}; `}Kubernetes {cluster.version}
      {gate !== undefined && `, feature gate ${gate ? 'on' : 'off'}`}, <code>{cluster.authorizationModes.join()}</code>
      {cluster.defaultRoles && ', default roles'}
    </>
  )
}

function Choices({ designs: offered, onCompare }: SettingsProps) {
  const cluster = usePlayground((now) => now.scenario.cluster)
  const designId = usePlayground((now) => now.scenario.design)
  const designs = usePlayground((now) => now.designs)
  const design = designs?.find(({ id }) => id === designId)
  const { edit } = playground.getState()
  const gate = design && gateSwitch(design, cluster)
  const [ordering, setOrdering] = useState(false)
  return (
    <div className={styles.settings}>
      {offered && <DesignChoice designs={designs} chosen={designId} onCompare={onCompare} />}
      <div className={styles.cluster}>
        <Select
          inline
          label="Kubernetes"
          value={cluster.version}
          options={KUBERNETES_VERSIONS.map((version) => ({ value: version, title: version }))}
          onChange={(version) => edit({ subject: 'version', change: { cluster: { ...cluster, version } } })}
        />
        <Select
          inline
          label={
            <Term name="feature gate">
              <code>{gate?.name ?? 'ConstrainedImpersonation'}</code>
            </Term>
          }
          value={gate?.choice ?? 'released'}
          options={gate?.options ?? [{ value: 'released', title: 'default' }]}
          unavailable={gate?.unavailable}
          onChange={(choice) => edit({ subject: 'gate', change: { cluster: withGate(cluster, choice) } })}
        />
        <div className={styles.modes}>
          <Select
            inline
            mono
            label={
              <Term name="authorization mode">
                <code>--authorization-mode</code>
              </Term>
            }
            value={cluster.authorizationModes.join()}
            options={modeOptions(cluster.authorizationModes).map((modes) => ({ value: modes, title: modes }))}
            onChange={(option) =>
              edit({ subject: 'modes', change: { cluster: { ...cluster, authorizationModes: modesOf(option) } } })
            }
          />
          <IconButton
            icon="more"
            label="Order of authorizers"
            aria-haspopup="dialog"
            onClick={() => setOrdering(true)}
          />
          {ordering && <order.Shown onClose={() => setOrdering(false)} />}
        </div>
        <label
          className={styles.switch}
          title="All roles and bindings that kube-apiserver makes itself count. Without this, the roles are there that a binding names."
        >
          <input
            type="checkbox"
            checked={cluster.defaultRoles === true}
            onChange={({ target }) =>
              edit({ subject: 'default roles', change: { cluster: withDefaultRoles(cluster, target.checked) } })
            }
          />
          Default roles
        </label>
      </div>
    </div>
  )
}
