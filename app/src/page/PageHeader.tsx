import type { KubernetesVersion } from '@authz-playground/engine'
import { gatesSet } from '@authz-playground/engine/internal/cluster'
import { NEWEST_VERSION, UNNAMED_VERSION } from '@authz-playground/engine/internal/kube'
import type { Example } from '@authz-playground/examples'
import type { Audience } from '@authz-playground/examples/route'
import { useRef, useState } from 'react'
import {
  AUDIENCES,
  chooseAudience,
  openComparison,
  openDialog,
  openQuestions,
  useAudience,
  usePlayground,
} from '../session/index.ts'
import { Icon, IconButton, KEYS, LinkButton, lazyPart, Toolbar } from '../ui/index.ts'
import { AboutScenario } from './AboutScenario.tsx'
import { HeaderTools } from './HeaderTools.tsx'
import { Learn } from './Learn.tsx'
import styles from './PageHeader.module.css'
import type { Shown } from './shown.ts'

const NAMES: Readonly<Record<Audience, { readonly name: string; readonly what: string }>> = {
  learn: { name: 'Learn', what: 'Constrained impersonation in six examples' },
  debug: { name: 'Debug', what: 'Your policy, your request: why it is allowed or refused' },
  designs: { name: 'Designs', what: 'Other designs of the same decision, from KEPs and reviews' },
}

// Readers of the documentation, who come first, have no settings.
export const settings = lazyPart('Settings', () => import('./SettingsBar.tsx').then(({ SettingsBar }) => SettingsBar))

interface HeaderProps {
  readonly shown: Shown
  /** Opens the example of this id, which may not have been loaded yet. */
  onExample(id: string): void
  onOpen(example: Example): void
}

/**
 * Two lines: the name of the page, its audiences, the scenario that is open, and tools; the routes or the settings. On a
 * phone one line with the scenario, which unfolds the others.
 */
export function PageHeader({ shown, onExample, onOpen }: HeaderProps) {
  const audience = useAudience()
  const [unfolded, setUnfolded] = useState(false)
  return (
    <header className={styles.header} data-unfolded={unfolded}>
      <div className={styles.top}>
        <h1 className={styles.product}>Authorization playground</h1>
        <Audiences />
        <OpenScenario shown={shown} onExample={onExample} onOpen={onOpen} />
        <Toolbar label="Tools" className={styles.tools}>
          {audience !== 'learn' && (
            <IconButton
              icon="questions"
              label="Questions"
              keys={KEYS.questions}
              aria-haspopup="dialog"
              onClick={openQuestions}
            />
          )}
          <HeaderTools shares />
        </Toolbar>
        <span className={styles.more}>
          <IconButton icon="more" label="Menu" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)} />
        </span>
      </div>
      <div className={styles.routes}>
        {audience === 'learn' ? (
          <Learn current={shown.exampleId} onOpen={onExample} />
        ) : (
          <settings.Shown designs={audience === 'designs'} onCompare={openComparison} />
        )}
      </div>
    </header>
  )
}

/** The title of the scenario that is open, with the ways to others, to its description, and back to the example. */
function OpenScenario({ shown, onExample, onOpen }: HeaderProps) {
  const { example, title, changed, altered } = shown
  const audience = useAudience()
  const place = useRef<HTMLDivElement>(null)
  return (
    <div className={styles.scenario} ref={place}>
      <button
        type="button"
        className={styles.open}
        aria-haspopup="dialog"
        aria-label={`Example: ${title}. Open another`}
        onClick={() => openDialog('gallery', {})}
      >
        <span className={styles.title}>{title}</span>
        <Icon name="down" />
      </button>
      <AboutScenario shown={shown} place={place} onExample={onExample} onOpen={onOpen} />
      {audience === 'learn' ? (
        <OwnSettings />
      ) : (
        <IconButton
          icon="library"
          label="Your scenarios"
          keys={KEYS.library}
          aria-haspopup="dialog"
          onClick={() => openDialog('library')}
        />
      )}
      {(altered || (changed && example !== undefined)) && (
        <span className={styles.edited}>
          edited
          {changed && example && (
            <IconButton icon="reset" label="Reset to the example" onClick={() => onOpen(example)} />
          )}
        </span>
      )}
    </div>
  )
}

/** What a document has that names no version, as the examples, and what a new scenario has. */
const USUAL_VERSIONS: readonly KubernetesVersion[] = [UNNAMED_VERSION, NEWEST_VERSION]

/** Leads to the settings of a scenario that has its own, which readers of the documentation do not see. */
function OwnSettings() {
  const own = usePlayground(({ scenario: { design, cluster } }) => {
    const { version, defaultRoles } = cluster
    return design !== 'constrained' || !USUAL_VERSIONS.includes(version) || gatesSet(cluster).length > 0 || defaultRoles
  })
  return own && <LinkButton onClick={() => chooseAudience('designs')}>its own settings</LinkButton>
}

/** The ways into the page. The browser remembers the last one. */
function Audiences() {
  const present = useAudience()
  return (
    <nav className={styles.audiences} aria-label="Ways in">
      {AUDIENCES.map((audience) => (
        <button
          key={audience}
          type="button"
          className={styles.audience}
          title={NAMES[audience].what}
          aria-current={audience === present ? 'page' : undefined}
          onClick={() => chooseAudience(audience)}
        >
          {NAMES[audience].name}
        </button>
      ))}
    </nav>
  )
}
