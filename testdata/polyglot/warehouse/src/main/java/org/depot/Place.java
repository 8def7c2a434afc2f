package org.depot;

public interface Place {
    boolean fits(Parcel parcel);
}

class Parcel {
    int weight() {
        return 1;
    }
}
