import { FIRST_STEPS } from '@authz-playground/examples/first-steps'
import { beginTour, openDialog } from '../../session/index.ts'
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

const ROWS: readonly (readonly [string, string])[] = [
  ['Space', 'Play or pause, in the chart'],
  [KEYS.play, 'Play or pause, from everywhere on the page'],
  ['← →', 'One step back or forward, in the chart'],
  ['Esc', 'Unpin; leave the present view'],
  [KEYS.undo, 'Undo, in policy, request and settings alike'],
  [KEYS.redo, 'Redo'],
  [KEYS.gallery, 'Examples'],
  [KEYS.library, 'Your scenarios: save this one, open another'],
  [KEYS.questions, 'Questions: who can, what can, whom can'],
  [KEYS.constrain, 'From impersonate to constrained'],
  [KEYS.share, 'Share: a link, or a file'],
  [KEYS.present, 'Present: ask the room, and reveal the answer step by step; ? shows the keys'],
  [KEYS.help, 'This help'],
]

interface HelpProps {
  /** Opens the example of this id. */
  onExample(id: string): void
  onClose(): void
}

/** What the page is for, how to read it, and its keys. */
export function Help({ onExample, onClose }: HelpProps) {
  return (
    <Dialog title="About the playground" size="wide" onClose={onClose}>
      <div className={styles.help}>
        <p>
          It answers Kubernetes requests the way the API server does, and shows why. Paste RBAC into the policy, write a
          request, with or without <code>Impersonate-*</code> headers, and follow it along the flowchart: every box that
          asks something sends an access review, and every answer names the rule and the line that gave it. Point at
          anything, and what belongs to it lights up; click, and it stays lit.
        </p>
        <p>
          Everything happens in this page. Nothing that you type is sent anywhere; it is kept in this browser only, as
          are the scenarios that you save. A link that you share holds all of it after its <code>#</code>, which
          browsers send to nobody.
        </p>
        <p>
          There are three ways in, and the browser remembers the last one. <strong>Learn</strong> has one example for
          each way to impersonate. <strong>Debug</strong> is for a policy and a request of your own.{' '}
          <strong>Designs</strong> decides the same request as other documents propose it.
        </p>
        <p>
          Below a refusal, <strong>What would do it</strong> lists the changes after which the request is allowed: the
          changed lines, and what each opens beside. One click applies a change, and one undoes it; the{' '}
          <code>kubectl</code> commands that do the same on a cluster can be copied.
        </p>
        <p>
          <strong>Questions</strong> asks the policy itself: who can do something, what somebody can do (as a table, as{' '}
          <code>kubectl auth can-i --list</code> prints it, or as a matrix of all subjects), and whom somebody can
          become. Each answer is a request that one click puts on the flowchart, and one undo takes back.
        </p>
        <p>
          <strong>From impersonate to constrained</strong> reads audit logs, in this page, and makes the rules that
          allow just what was asked. It opens from an answer that the verb <code>impersonate</code> allowed, from its
          rules in the policy, and by <kbd>{KEYS.constrain}</kbd>.
        </p>
        <p>
          <strong>Compare the policy with…</strong>, above its editor in Debug, says who gains and who loses what since
          a file, a saved scenario, or what the page had before.
        </p>
        <p>
          <code>kubectl auth can-i</code> and <code>kubectl auth whoami</code>, written as the request, are answered
          with what kubectl prints. The second tab of the answer shows the review that kubectl sends for it.
        </p>
        <p>
          <LinkButton onClick={() => openDialog('courses')}>Courses</LinkButton> teach RBAC and impersonation in lessons
          with goals, hints and a solution; what you do in them is kept in this browser. The{' '}
          <LinkButton onClick={beginTour}>tour</LinkButton> shows the page in six steps.{' '}
          <LinkButton onClick={() => openDialog('author')}>Write a course</LinkButton> of your own with a preview beside
          it, in which each start must fail and each solution must pass.
        </p>
        <h3>Ways to impersonate</h3>
        <p>
          <LinkButton onClick={() => openDialog('modes')}>The four modes</LinkButton> as a table: for whom each is, and
          which checks it makes.
        </p>
        <dl className={styles.list}>
          {FIRST_STEPS.map(({ example, name, by, sentence }) => (
            <div key={example}>
              <dt>{by === undefined ? name : <code>{by}</code>}</dt>
              <dd>
                <Words of={withCode(sentence)} />{' '}
                <LinkButton onClick={() => onExample(example)} aria-label={`Example: ${name}`}>
                  Example
                </LinkButton>
              </dd>
            </div>
          ))}
        </dl>
        <h3>Keys</h3>
        <dl className={styles.keys}>
          {ROWS.map(([keys, what]) => (
            <div key={keys}>
              <dt>
                <kbd>{keys}</kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <h3>Marks</h3>
        <dl className={styles.list}>
          {MARKS.map(([decision, what]) => (
            <div key={decision}>
              <dt>
                <DecisionMark decision={decision} withWord />
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <h3>Terms</h3>
        <dl className={styles.list}>
          {GLOSSARY.map(([term, what]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Dialog>
  )
}
