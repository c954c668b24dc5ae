package org.starbridge.playlist;

/** Either kind of playlist. */
public sealed interface Playlist permits MultivariantPlaylist, MediaPlaylist {}
