import { FIRST_STEPS } from '@authz-playground/examples/first-steps'
import type { ReactNode } from 'react'
import { beginTour, openDialog, usePlayground } from '../../session/index.ts'
import { DecisionMark, Dialog, GLOSSARY, KEYS, LinkButton, Words, withCode } from '../../ui/index.ts'
import styles from './Help.module.css'

const MARKS = [
  ['Allow', 'An authorizer allows it. The check is over.'],
  ['NoOpinion', 'No rule allows or denies it. If no other authorizer allows it, the request is refused.'],
  ['Deny', 'An authorizer refuses it, whatever the others would say. RBAC never does.'],
  ['Conditional', 'An authorizer allows or denies it under conditions. The API server evaluates them next.'],
  ['NotDecided', 'Something was not understood, so nothing is said about it.'],
  ['Allowed', 'What the client gets: the request goes through.'],
  ['Refused', 'What the client gets: 403.'],
  ['NotSent', 'What the client does: it asked for a review first, and keeps to the answer.'],
  ['BadRequest', 'What the client gets: 400, because the headers make no sense together.'],
] as const

const KEYS_OF_THE_PAGE: readonly (readonly [string, string])[] = [
  ['Space', 'Play or pause, in the chart'],
  [KEYS.play, 'Play or pause, from everywhere on the page'],
  ['← →', 'One step back or forward, in the chart'],
  ['Esc', 'Unpin; leave the present view'],
  [KEYS.undo, 'Undo, in policy, request and settings alike'],
  [KEYS.redo, 'Redo'],
  [KEYS.gallery, 'Examples'],
  [KEYS.library, 'Your scenarios: save this one, open another, or your earlier work'],
  [KEYS.questions, 'Questions: who can, what can, whom can'],
  [KEYS.constrain, 'From impersonate to constrained'],
  [KEYS.share, 'Share: a link, or a file'],
  [KEYS.present, 'Present: ask the room, and reveal the answer step by step; ? shows the keys'],
  [KEYS.help, 'This help'],
]

/** What is looked up, and what it means. */
interface Row {
  readonly id: string
  readonly term: ReactNode
  readonly meaning: ReactNode
}

const MARK_ROWS = MARKS.map(([id, meaning]): Row => ({ id, term: <DecisionMark decision={id} withWord />, meaning }))
const KEY_ROWS = KEYS_OF_THE_PAGE.map(([id, meaning]): Row => ({ id, term: <kbd>{id}</kbd>, meaning }))
const TERM_ROWS = GLOSSARY.map(([id, meaning]): Row => ({ id, term: id, meaning }))

interface HelpProps {
  /** Opens the example of this id. */
  onExample(id: string): void
  onClose(): void
}

/** The modes, the keys, the marks and the terms, which people look up; then what the page is for. */
export function Help({ onExample, onClose }: HelpProps) {
  return (
    <Dialog title="About the playground" size="wide" onClose={onClose}>
      <div className={styles.help}>
        <Modes onExample={onExample} />
        <Listed title="Keys" rows={KEY_ROWS} className={styles.keys} />
        <Listed title="Terms" rows={TERM_ROWS} />
        <div className={styles.column}>
          <Listed title="Marks" rows={MARK_ROWS} />
          <Purpose />
        </div>
      </div>
    </Dialog>
  )
}

function Modes({ onExample }: Pick<HelpProps, 'onExample'>) {
  const rows = FIRST_STEPS.map(
    ({ example, name, by, sentence }): Row => ({
      id: example,
      term: by === undefined ? name : <code>{by}</code>,
      meaning: (
        <>
          <Words of={withCode(sentence)} />{' '}
          <LinkButton onClick={() => onExample(example)} aria-label={`Example: ${name}`}>
            Example
          </LinkButton>
        </>
      ),
    }),
  )
  return (
    <Listed title="Ways to impersonate" rows={rows}>
      <p>
        <LinkButton onClick={() => openDialog('modes')}>The four modes</LinkButton> as a table: for whom each is, and
        which checks it makes.
      </p>
    </Listed>
  )
}

interface ListedProps {
  readonly title: string
  readonly rows: readonly Row[]
  readonly className?: string | undefined
  readonly children?: ReactNode
}

function Listed({ title, rows, className = styles.list, children }: ListedProps) {
  return (
    <section>
      <h3>{title}</h3>
      {children}
      <dl className={className}>
        {rows.map(({ id, term, meaning }) => (
          <div key={id}>
            <dt>{term}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** What the page is for, and what can be done in it. */
function Purpose() {
  const inLesson = usePlayground((now) => now.lesson !== undefined)
  return (
    <section className={styles.purpose}>
      <h3>What the page does</h3>
      <p>
        It answers Kubernetes requests the way the API server does, and shows why. Paste RBAC into the policy, write a
        request, with or without <code>Impersonate-*</code> headers, and follow it along the flowchart: every box that
        asks something sends an access review, and every answer names the rule and the line that gave it. Point at
        anything, and what belongs to it lights up; click, and it stays lit.
      </p>
      <p>
        Everything happens in this page. Nothing that you type is sent anywhere; it is kept in this browser only, as are
        the scenarios that you save. Work that a link, a file, an example or another tab replaces is under “Your earlier
        work”, in “Your scenarios”. A link that you share holds all of it after its <code>#</code>, which browsers send
        to nobody.
      </p>
      <p>
        There are three ways in, and the browser remembers the last one. <strong>Learn</strong> has one example for each
        way to impersonate. <strong>Debug</strong> is for a policy and a request of your own. <strong>Designs</strong>{' '}
        decides the same request as other documents propose it.
      </p>
      <p>
        Below a refusal, <strong>What would do it</strong> lists the changes after which the request is allowed: the
        changed lines, and what each opens beside. One click applies a change, and one undoes it; the{' '}
        <code>kubectl</code> commands that do the same on a cluster can be copied.
      </p>
      <p>
        <strong>Questions</strong> asks the policy itself: who can do something, what somebody can do (as a table, as{' '}
        <code>kubectl auth can-i --list</code> prints it, or as a matrix of all subjects), and whom somebody can become.
        Each answer is a request that one click puts on the flowchart, and one undo takes back.
      </p>
      <p>
        <strong>From impersonate to constrained</strong> reads audit logs, in this page, and makes the rules that allow
        just what was asked. It opens from an answer that the verb <code>impersonate</code> allowed, from its rules in
        the policy, and by <kbd>{KEYS.constrain}</kbd>.
      </p>
      <p>
        <strong>Compare the policy with…</strong>, above its editor in Debug, says who gains and who loses what since a
        file, a saved scenario, or what the page had before.
      </p>
      <p>
        <code>kubectl auth can-i</code> and <code>kubectl auth whoami</code>, written as the request, are answered with
        what kubectl prints. The second tab of the answer shows the review that kubectl sends for it.
      </p>
      <p>
        <LinkButton onClick={() => openDialog('courses')}>Courses</LinkButton> teach RBAC and impersonation in lessons
        with goals, hints and a solution; what you do in them is kept in this browser.{' '}
        {!inLesson && (
          <>
            The <LinkButton onClick={beginTour}>tour</LinkButton> shows the page in six steps.{' '}
          </>
        )}
        <LinkButton onClick={() => openDialog('author')}>Write a course</LinkButton> of your own with a preview beside
        it, in which each start must fail and each solution must pass.
      </p>
    </section>
  )
}
