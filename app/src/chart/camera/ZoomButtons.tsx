import { IconButton } from '../../ui/index.ts'
import { ZOOM_STEP } from './camera.ts'
import type { Camera } from './useCamera.ts'
import styles from './ZoomButtons.module.css'

export function ZoomButtons({ camera, disabled }: { readonly camera: Camera; readonly disabled: boolean }) {
  return (
    <fieldset className={styles.zoom} aria-label="Zoom">
      <IconButton
        icon="minus"
        label="Zoom out"
        keys="-"
        disabled={disabled}
        onClick={() => camera.zoomBy(1 / ZOOM_STEP)}
      />
      <IconButton icon="plus" label="Zoom in" keys="+" disabled={disabled} onClick={() => camera.zoomBy(ZOOM_STEP)} />
      <IconButton icon="fit" label="Whole chart" keys="0" disabled={disabled} onClick={camera.fit} />
    </fieldset>
  )
}
