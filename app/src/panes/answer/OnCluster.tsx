import { shortened } from '@authz-playground/pictures'
import type { ReactNode } from 'react'
import { useLastAnswer, workerApi } from '../../session/index.ts'
import { Button, Code, CopyButton, fileName, saveFile } from '../../ui/index.ts'
import type { AnswerView } from '../../worker/index.ts'
import styles from './OnCluster.module.css'

interface OnClusterProps {
  readonly answer: AnswerView
  /** The title of the scenario; empty where it has none. */
  readonly title: string
}

/** The answer as a script that asks a real cluster the same. */
export function OnCluster({ answer, title }: OnClusterProps) {
  const replay = useLastAnswer(() => workerApi().replay(title), [answer, title])
  if (replay === undefined) return <p className={styles.note}>The script is being written …</p>
  const { script, checks, request, creates, limits } = replay
  const [asked, all] = checks
  return (
    <div className={styles.replay}>
      <p className={styles.note}>
        For <code>bash</code> and <code>kubectl</code>. It creates the policy, asks{' '}
        {asked === all ? 'each check' : `${asked} of ${all} checks`} as a <code>SubjectAccessReview</code>, and
        compares. The request {request}. <code>--checks-only</code> changes nothing, and <code>cleanup</code> deletes
        what was created.
        {creates.length > 0 && ' Until then, the bindings that it created grant access in that cluster.'}
      </p>
      <Listed
        title="It creates"
        items={creates.map(({ kind, name, unlessThere }) => (
          <>
            {kind} <code>{shortened(name)}</code>
            {unlessThere && ', unless it exists'}
          </>
        ))}
      />
      <Listed title="Not the same there" items={limits} />
      <div className={styles.bar}>
        <CopyButton text={script} label="script" />
        <Button
          look="quiet"
          aria-label="Save script"
          onClick={() => saveFile(fileName(title, 'sh'), script, 'application/x-sh')}
        >
          Save
        </Button>
      </div>
      <Code text={script} label="Script" />
    </div>
  )
}

/** So many differences are listed; the script lists all. */
const MOST = 8

function Listed({ title, items }: { readonly title: string; readonly items: readonly ReactNode[] }) {
  if (items.length === 0) return null
  const more = items.length - MOST
  return (
    <section>
      <h4>{title}</h4>
      <ul className={styles.list} aria-label={title}>
        {items.slice(0, MOST).map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two sentences may be equal, and none moves
          <li key={index}>{item}</li>
        ))}
        {more > 0 && <li>And {more} more, which the script names.</li>}
      </ul>
    </section>
  )
}
