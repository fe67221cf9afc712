import { type AddressedDialog, addressHash, addressOf, type Choices, readAddress } from '../../session/index.ts'
import { CopyButton, notify } from '../../ui/index.ts'
import styles from './CopyVerdict.module.css'

interface CopyVerdictProps {
  /** The name of the verdict, which tells its buttons apart: `argument: Two harmless grants`. */
  readonly name: string
  /** The address that opens it again. */
  link(): string | Promise<string>
  /** The verdict as Markdown with that address in it; undefined where nothing is decided. */
  markdown(link: string): string | Promise<string | undefined>
}

/** Copies a verdict: the link that opens it again, and the Markdown that shows it elsewhere. */
export function CopyVerdict({ name, link, markdown }: CopyVerdictProps) {
  return (
    <span className={styles.copy}>
      <CopyButton label={`link to ${name}`} shown="Copy link" text={link} />
      <CopyButton label={`${name} as Markdown`} shown="Copy as Markdown" text={async () => markdown(await link())} />
    </span>
  )
}

/**
 * The address of a view of the comparison.
 *
 * @param ofScenario the view is about the scenario of the page, which the address then holds as the address bar does
 */
export function viewAddress(dialog: AddressedDialog, choices: Choices, ofScenario: boolean): string {
  const { scenario, kept = false } = readAddress(location.hash).address
  if (ofScenario && kept) {
    notify('The scenario is too long for a link, so this one opens it only in this tab. Save it as a file, too: Share.')
  }
  const hash = addressHash({ dialog, choices, scenario: ofScenario ? scenario : '', kept: ofScenario && kept })
  return addressOf(location.href, hash)
}
