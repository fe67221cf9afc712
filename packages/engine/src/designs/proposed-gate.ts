import type { DesignAbout } from './design.ts'

/** The feature gate with the versions of the KEP's manual test, for its own workflow and each variant of it. */
export const PROPOSED_GATE: DesignAbout['gate'] & {} = {
  name: 'ConstrainedImpersonation',
  defaults: { '1.33': 'absent', '1.34': 'on', '1.35': 'on', '1.36': 'on', '1.37': 'on' },
}
