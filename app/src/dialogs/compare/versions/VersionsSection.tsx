import { type ReactNode, useId } from 'react'
import { addressOf, screen, type WalkStop, workerApi } from '../../../session/index.ts'
import { Button, Icon } from '../../../ui/index.ts'
import { CopyVerdict, viewAddress } from '../CopyVerdict.tsx'
import type { DecidedStop } from './stops.ts'
import styles from './Versions.module.css'
import { versionsMarkdown } from './versions-markdown.ts'

interface PartProps {
  readonly title: string
  /** The level of its heading. */
  readonly level: 3 | 4
  readonly lead: ReactNode
  readonly children: ReactNode
  onPlay(): void
  /** The cells of its table as far as they are decided, and whether they are about the scenario of the page. */
  readonly cells: readonly DecidedStop[]
  readonly ofScenario?: boolean
}

/** One table of the view, and the button that plays it from its first cell to its last. */
export function VersionsSection({ title, level, lead, children, onPlay, cells, ofScenario = false }: PartProps) {
  const id = useId()
  const Heading = `h${level}` as const
  return (
    <section aria-labelledby={id}>
      <div className={styles.head}>
        <Heading id={id} className={styles.title}>
          {title}
        </Heading>
        <Button look="quiet" aria-describedby={id} onClick={onPlay}>
          <Icon name="play" />
          Play all
        </Button>
        {cells.length > 0 && (
          <CopyVerdict
            name={`table: ${title}`}
            link={() =>
              viewAddress('compare/versions', screen.getState().choices['compare/versions'] ?? {}, ofScenario)
            }
            markdown={(link) => versionsMarkdown(title, cells, link, addressOfStop)}
          />
        )}
      </div>
      <p className={styles.lead}>{lead}</p>
      {children}
    </section>
  )
}

/** The address that opens a cell on the page, with its request on the flowchart. */
async function addressOfStop({ title, scenario }: WalkStop): Promise<string> {
  const document = { title, explanation: '', expect: [], scenario }
  return addressOf(location.href, await workerApi().link({ document }))
}
