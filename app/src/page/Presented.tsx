import { shortened } from '@authz-playground/pictures'
import { Headline } from '../panes/answer/index.ts'
import { usePlayground } from '../session/index.ts'
import styles from './Presented.module.css'

/** What an audience sees above the chart: the title of the scenario, who asks for what, and the answer. */
export function Presented({ title }: { readonly title: string }) {
  const who = usePlayground(({ scenario }) => scenario.requestor.username)
  const text = usePlayground(({ scenario }) => scenario.request.text)
  return (
    <>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.request}>
        <span className={styles.who}>{shortened(who)}</span> <code>{shortened(inOneLine(text))}</code>
      </p>
      <Headline />
    </>
  )
}

/** A request as it is written, its lines after one another: "GET /api/v1/pods · Impersonate-User: jane". */
function inOneLine(text: string): string {
  const [head = ''] = text.trim().split(/\r?\n\r?\n/)
  return head
    .split(/\r?\n/)
    .map((line) => line.trim().replace(/ HTTP\/[\d.]+$/, ''))
    .join(' · ')
}
