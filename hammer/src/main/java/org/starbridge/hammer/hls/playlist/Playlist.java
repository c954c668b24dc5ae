package org.starbridge.hammer.hls.playlist;

/** Either kind of playlist. */
public sealed interface Playlist permits MultivariantPlaylist, MediaPlaylist {}
