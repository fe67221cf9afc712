import { KUBERNETES_VERSIONS } from '@authz-playground/engine'
import { useId, useState } from 'react'
import { playground, usePlayground } from '../session/index.ts'
import { Button, IconButton, lateDialog, Select, Term, useMediaQuery } from '../ui/index.ts'
import type { DesignEntry } from '../worker/index.ts'
import { MEDIUM } from './panes.ts'
import styles from './SettingsBar.module.css'
import { gateSwitch, modeOptions, modesOf, withGate } from './settings.ts'

const order = lateDialog('Order of authorizers', () =>
  import('./AuthorizerOrder.tsx').then(({ AuthorizerOrder }) => AuthorizerOrder),
)

interface SettingsProps {
  /** Opens the comparison of designs. */
  onCompare(): void
}

/**
 * The design that decides, and the settings of the cluster, in one line. In a small window the line is folded and names
 * the choices.
 */
export function SettingsBar({ onCompare }: SettingsProps) {
  const roomy = useMediaQuery(MEDIUM)
  if (roomy) return <Choices onCompare={onCompare} />
  return (
    <details className={styles.folded}>
      <summary className={styles.summary}>
        <InWords />
      </summary>
      <Choices onCompare={onCompare} />
    </details>
  )
}

function InWords() {
  const { cluster, design } = usePlayground((now) => now.scenario)
  const title = usePlayground((now) => now.designs?.find(({ id }) => id === design)?.title)
  const gate = cluster.constrainedImpersonation
  return (
    <>
      {title !== undefined && `${title}; `}Kubernetes {cluster.version}
      {gate !== undefined && `, feature gate ${gate ? 'on' : 'off'}`}, <code>{cluster.authorizationModes.join()}</code>
      {cluster.defaultRoles && ', default roles'}
    </>
  )
}

function Choices({ onCompare }: SettingsProps) {
  const cluster = usePlayground((now) => now.scenario.cluster)
  const designId = usePlayground((now) => now.scenario.design)
  const designs = usePlayground((now) => now.designs)
  const design = designs?.find(({ id }) => id === designId)
  const { edit } = playground.getState()
  const gate = design && gateSwitch(design, cluster)
  const [ordering, setOrdering] = useState(false)
  return (
    <div className={styles.settings}>
      <Designs designs={designs} chosen={designId} onCompare={onCompare} />
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
          label={<code>{gate?.name ?? 'ConstrainedImpersonation'}</code>}
          value={gate?.choice ?? 'released'}
          options={gate?.options ?? [{ value: 'released', title: 'as released' }]}
          unavailable={gate?.unavailable}
          onChange={(choice) => edit({ subject: 'gate', change: { cluster: withGate(cluster, choice) } })}
        />
        <div className={styles.modes}>
          <Select
            inline
            mono
            label={<code>--authorization-mode</code>}
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
        <label className={styles.switch} title="The roles and bindings that kube-apiserver makes itself count too">
          <input
            type="checkbox"
            checked={cluster.defaultRoles === true}
            onChange={({ target }) =>
              edit({ subject: 'default roles', change: { cluster: { ...cluster, defaultRoles: target.checked } } })
            }
          />
          Default roles
        </label>
      </div>
    </div>
  )
}

/** The designs that most people want. The chosen one is offered with them. */
const OFFERED_FIRST = new Set(['constrained', 'proposal', 'legacy'])

function offered(designs: readonly DesignEntry[], chosen: string): readonly DesignEntry[] {
  return designs.filter(({ id }) => OFFERED_FIRST.has(id) || id === chosen)
}

/** The designs side by side, so that one click or one arrow key decides the request under another one. */
function Designs({
  designs,
  chosen,
  onCompare,
}: {
  readonly designs: readonly DesignEntry[] | undefined
  readonly chosen: string
  onCompare(): void
}) {
  const { edit } = playground.getState()
  const legend = useId()
  return (
    // Not a legend, which WebKit puts on a line of its own.
    <fieldset className={styles.designs} aria-labelledby={legend}>
      <span id={legend} className={styles.legend}>
        <Term name="design">Design</Term>
      </span>
      {designs === undefined ? (
        <span className={styles.soon}>…</span>
      ) : (
        offered(designs, chosen).map(({ id, title, summary }) => (
          <label key={id} className={styles.design} title={summary}>
            <input
              type="radio"
              name="design"
              value={id}
              checked={id === chosen}
              onChange={() => edit({ subject: 'design', change: { design: id } })}
            />
            <span>{title}</span>
          </label>
        ))
      )}
      <Button look="quiet" aria-haspopup="dialog" onClick={onCompare}>
        Compare designs
      </Button>
    </fieldset>
  )
}
