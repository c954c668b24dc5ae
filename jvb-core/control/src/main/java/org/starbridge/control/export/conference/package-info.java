/**
 * Media exports of one conference: requests are read by {@link org.starbridge.control.export.conference.ExportPlan},
 * carried out by {@link org.starbridge.control.export.conference.ConferenceExports}; results go to clients, and audio
 * that comes back is sent as {@linkplain org.starbridge.control.export.conference.SyntheticAudio synthetic sources}.
 * Guarded by the conference's lock, as far as nothing else is said.
 */
@NullMarked
package org.starbridge.control.export.conference;

import org.jspecify.annotations.NullMarked;
