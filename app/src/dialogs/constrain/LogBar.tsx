import type { Unread } from '@authz-playground/engine/logs'
import { counted, shortened } from '@authz-playground/pictures'
import { useId } from 'react'
import { usePlayground } from '../../session/index.ts'
import { Button, FileButton, LinkButton, shownName } from '../../ui/index.ts'
import type { WhichLog } from '../../worker/index.ts'
import styles from './Constrain.module.css'
import { useConstrainChoices } from './choices.ts'
import { type LogState, readAgain, readFiles, removeFiles, stopReading, useLogs } from './logs.ts'
import type { AskedPlan } from './usePlan.ts'

/** What was observed: the files of a log, how far they are read, and what could not be read. */
export function LogBar({ which, asked }: { readonly which: WhichLog; readonly asked: AskedPlan }) {
  const log = useLogs((now) => now[which])
  const { plan, current } = asked
  const unread = which === 'first' ? plan?.unread : plan?.second?.unread
  const isEmpty = log.is === 'empty'
  return (
    <section aria-label={which === 'first' ? 'What was observed' : 'Second log'} className={styles.log}>
      <div className={styles.bar}>
        <FileButton
          multiple
          logs
          look={isEmpty && which === 'first' ? 'primary' : 'outlined'}
          onFiles={(files) => void readFiles(which, files)}
        >
          {isEmpty ? (which === 'first' ? 'Choose a log' : 'Choose the second log') : 'Add another log'}
        </FileButton>
        {isEmpty && which === 'first' && <ExampleLog />}
        {isEmpty ? (
          <span className={styles.soft}>or drop it here: audit events as JSON lines or lists, gzip too</span>
        ) : (
          <span className={styles.files}>
            {shownNames(log)}{' '}
            {log.is !== 'reading' && (
              <LinkButton aria-label={`Remove ${shownNames(log)}`} onClick={() => void removeFiles(which)}>
                Remove
              </LinkButton>
            )}
          </span>
        )}
      </div>
      {!isEmpty && <Progress which={which} log={log} />}
      {isEmpty && which === 'first' && <OfThePage asked={asked} />}
      {current && !isEmpty && unread !== undefined && unread.length > 0 && <UnreadList of={unread} />}
    </section>
  )
}

/** Some examples have a small log of their own. */
function ExampleLog() {
  const log = exampleLog(usePlayground((now) => now.exampleId))
  return (
    log && (
      <Button look="outlined" onClick={() => void readFiles('first', [log])}>
        Read the log of this example
      </Button>
    )
  )
}

/** So many names of files are shown. */
const FEW = 3

function shownNames({ files }: LogState): string {
  const names = files.slice(0, FEW).map(shownName)
  return [...names, ...(files.length > FEW ? [`${files.length - FEW} more`] : [])].join(', ')
}

function Progress({ which, log: { is, progress, files } }: { readonly which: WhichLog; readonly log: LogState }) {
  const id = useId()
  const share = progress === undefined || progress.size === 0 ? 0 : Math.min(1, progress.read / progress.size)
  const percent = Math.floor(share * 100)
  const read =
    progress === undefined
      ? ''
      : `${counted(progress.events, 'request')}, ${progress.distinct.toLocaleString('en')} different`
  if (is === 'failed')
    return (
      <p>
        What reads the logs has ended.{' '}
        <LinkButton onClick={() => void readAgain()}>Read {counted(files.length, 'file')} again</LinkButton>
      </p>
    )
  return (
    <div className={styles.progress}>
      {is === 'reading' ? (
        <>
          <label htmlFor={id}>Reading</label>
          <progress id={id} max={100} value={percent} />
          <span className={styles.percent}>{percent} %</span>
          <span>{read}</span>
          <Button look="quiet" onClick={() => void stopReading(which)}>
            Stop
          </Button>
        </>
      ) : (
        <span>
          {is === 'stopped' ? (
            <>
              <strong>Stopped: {percent} % of it was read.</strong> The rules are for that part alone: {read}.
            </>
          ) : (
            `${read}.`
          )}
        </span>
      )}
    </div>
  )
}

/** Without a log, the requests of the page count. */
function OfThePage({ asked: { earlier, plan, current } }: { readonly asked: AskedPlan }) {
  const checked = useConstrainChoices((now) => now.earlier)
  return (
    <div className={styles.bar}>
      <span className={styles.soft}>
        Until then the requests on the page are what was observed
        {current && plan ? `: ${counted(plan.observed, 'request')} with impersonation.` : '.'}
      </span>
      {earlier > 0 && (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={checked}
            onChange={({ target }) => useConstrainChoices.setState({ earlier: target.checked })}
          />
          Also {counted(earlier, 'request')} of earlier edits
        </label>
      )}
    </div>
  )
}

/** The logs of the gallery's impersonators, by file. */
const LOGS = import.meta.glob<string>('../../../../packages/examples/logs/*.ndjson', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The log of an example: what `teleport-legacy` and `teleport-constrained` show one request of. Undefined where it has none. */
function exampleLog(exampleId: string): File | undefined {
  const name = `${exampleId.replace(/-(legacy|constrained)$/, '')}.ndjson`
  const text = LOGS[`../../../../packages/examples/logs/${name}`]
  return text === undefined ? undefined : new File([text], name)
}

/** What could not be read of a log: each reason with its count and first places. */
function UnreadList({ of }: { readonly of: readonly Unread[] }) {
  const count = of.reduce((sum, one) => sum + one.count, 0)
  return (
    <div className={styles.unread}>
      <p>
        <strong>Not read: {count.toLocaleString('en')}.</strong> What these asked for is not in the rules.
      </p>
      <ul aria-label="Not read">
        {of.map(({ reason, count, seenAt }) => (
          <li key={reason}>
            {count.toLocaleString('en')} × {reason}
            {seenAt.length > 0 && (
              <>
                : <span className={styles.places}>{shortened(seenAt.join(', '))}</span>
                {count > seenAt.length && ' …'}
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
