import { KUBERNETES_VERSIONS } from '@authz-playground/engine'
import { useState } from 'react'
import { playground, usePlayground } from '../session/index.ts'
import { IconButton, lazyDialog, Select, Term, VisuallyHidden } from '../ui/index.ts'
import { DesignChoice } from './DesignChoice.tsx'
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

/** The settings of the cluster, and the design that decides, in one line. */
export function SettingsBar({ designs: offered, onCompare }: SettingsProps) {
  const cluster = usePlayground((now) => now.scenario.cluster)
  const configured = usePlayground((now) => (now.scenario.authorizationConfig ?? '') !== '')
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
              <Short of="gate" whole={gate?.name ?? 'ConstrainedImpersonation'} short={offered} />
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
                <Short of="modes" whole="--authorization-mode" short={offered} />
              </Term>
            }
            value={cluster.authorizationModes.join()}
            unavailable={configured ? 'The file in the tab Authorizers names them.' : undefined}
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

/** The name of a setting, beside the designs in a word: `whole` is then its name for screen readers alone. */
function Short({ of, whole, short }: { readonly of: string; readonly whole: string; readonly short: boolean }) {
  const name = <code>{whole}</code>
  if (!short) return name
  return (
    <>
      {of} <VisuallyHidden>{name}</VisuallyHidden>
    </>
  )
}
