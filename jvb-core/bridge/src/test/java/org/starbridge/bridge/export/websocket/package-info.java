@NullMarked
package org.starbridge.bridge.export.websocket;

import org.jspecify.annotations.NullMarked;
