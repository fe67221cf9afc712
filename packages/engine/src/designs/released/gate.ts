import type { DesignAbout } from '../design.ts'

/** The feature gate of the released impersonation filter, version by version. */
export const RELEASED_GATE: NonNullable<DesignAbout['gate']> = {
  name: 'ConstrainedImpersonation',
  defaults: { '1.33': 'absent', '1.34': 'absent', '1.35': 'off', '1.36': 'on', '1.37': 'on' },
}
