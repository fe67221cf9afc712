import { markdownText } from '@authz-playground/engine/internal/words'
import { type Intent, NEAR_REQUESTS, type Survey, tallyOf, wayOf } from '@authz-playground/examples/intents'
import { INTENT_VERDICTS, ruleSource } from './verdicts.ts'

/** What a design makes of an intent, as Markdown for a comment. */
export function intentMarkdown(intent: Intent, survey: Survey, title: string, link: string): string {
  const way = wayOf(intent, survey.design)
  const { verdict, rules, checks, passes, unintended } = tallyOf(survey)
  const why = way === undefined ? undefined : 'policy' in way ? way.limit : way.cannot
  const numbers = `${rules} ${rules === 1 ? 'rule' : 'rules'}, ${checks} ${checks === 1 ? 'check' : 'checks'} a request; of ${NEAR_REQUESTS} near requests ${passes} pass, ${unintended} of them not meant.`
  return [
    `**[${markdownText(intent.title)}](${link})**: ${intent.sentence}`,
    ...(intent.said === undefined ? [] : [`> ${intent.said.quote}\n>\n> ${ruleSource(intent.said)}`]),
    `**${markdownText(title)}: ${INTENT_VERDICTS[verdict].words}.** ${numbers}${why === undefined ? '' : ` ${why}`}`,
    ...(way && 'policy' in way
      ? [`<details><summary>Its rules</summary>\n\n\`\`\`yaml\n${way.policy.trimEnd()}\n\`\`\`\n\n</details>`]
      : []),
  ].join('\n\n')
}
