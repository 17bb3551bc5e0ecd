// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IHolder} from "./Tokens.sol";

/// @dev Refuses the native token.
contract Refuser {
    error Refused();

    receive() external payable {
        revert Refused();
    }
}

/// @dev Burns all its gas.
contract GasBurner {
    receive() external payable {
        while (true) {}
    }
}

/// @dev Accepts the native token and returns as much data as 100,000 gas allow.
contract ReturnBomb {
    receive() external payable {
        assembly {
            return(0, 180000)
        }
    }
}

/// @dev Reverts with as much data as 100,000 gas allow.
contract RevertBomb {
    receive() external payable {
        assembly {
            revert(0, 180000)
        }
    }
}

/// @dev A smart-contract wallet that writes four new storage slots for each payment.
contract StorageWritingWallet {
    uint256[] private _entries;

    receive() external payable {
        _entries.push(msg.value);
        _entries.push(block.timestamp);
        _entries.push(block.number);
    }

    function payments() external view returns (uint256) {
        return _entries.length / 3;
    }
}

/// @dev Makes calls for a test: one at once, and one planned call while it sends or receives tokens.
contract ReentrantAccount is IHolder {
    enum Trigger {
        Never,
        BeforeSending,
        AfterReceiving
    }

    Trigger private _trigger;
    address private _target;
    uint256 private _value;
    bytes private _data;

    /// @notice Whether the planned call was made, and whether it succeeded.
    bool public reacted;
    bool public succeeded;

    function plan(Trigger trigger, address target, uint256 value, bytes calldata data) external {
        (_trigger, _target, _value, _data) = (trigger, target, value, data);
        (reacted, succeeded) = (false, false);
    }

    function act(address target, uint256 value, bytes calldata data) external returns (bytes memory result) {
        bool ok;
        (ok, result) = target.call{value: value}(data);
        if (!ok) {
            assembly {
                revert(add(result, 32), mload(result))
            }
        }
    }

    function beforeSending() external {
        _react(Trigger.BeforeSending);
    }

    function afterReceiving() external {
        _react(Trigger.AfterReceiving);
    }

    receive() external payable {
        _react(Trigger.AfterReceiving);
    }

    function _react(Trigger trigger) private {
        if (trigger != _trigger) return;
        _trigger = Trigger.Never;
        (bool ok,) = _target.call{value: _value}(_data);
        (reacted, succeeded) = (true, ok);
    }
}
